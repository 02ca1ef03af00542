// The C libraries of CardRaster/Cairo, as one module.
// A static inline stands here only for a macro that Swift cannot see.
#ifndef CARDSHOT_CCAIRO_SHIM_H
#define CARDSHOT_CCAIRO_SHIM_H

#include <cairo.h>
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_BITMAP_H
#include FT_MODULE_H
#include FT_TRUETYPE_TABLES_H
#include <gif_lib.h>
#include <hb.h>
#include <isa-l/igzip_lib.h>
#include <libdeflate.h>
#include <pango/pango.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#include <png.h>
#include <sqlite3.h>
#include <turbojpeg.h>
#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>
#include <zlib.h>

// librsvg's own header needs include folders that pangocairo's pkg-config file does not name
// (gdk-pixbuf), so the four calls that draw a picture are declared here; their ABI is stable.
typedef struct _RsvgHandle RsvgHandle;
typedef struct { double x, y, width, height; } CSRsvgRectangle;
RsvgHandle *rsvg_handle_new_from_data(const guint8 *data, gsize length, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
gboolean rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, gdouble *width, gdouble *height);
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, gboolean *has_width, void *width, gboolean *has_height, void *height,
    gboolean *has_viewbox, CSRsvgRectangle *viewbox);
gboolean rsvg_handle_render_document(
    RsvgHandle *handle, cairo_t *cr, const CSRsvgRectangle *viewport, GError **error);

static inline void cs_object_unref(gpointer object) { g_object_unref(object); }

// The typed attributes of Pango are one macro-checked family in C; Swift sees no common base of their structs.
static inline PangoAttribute *cs_attribute_between(PangoAttribute *attribute, guint start, guint end) {
  attribute->start_index = start;
  attribute->end_index = end;
  return attribute;
}

// sqlite3_db_config takes any number of arguments, which Swift cannot call.
static inline int cs_sqlite3_switch(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, NULL);
}

#endif
