// The floor: the cards of the benchmarks drawn by hand with cairo and Pango, as a C programmer would. It lays nothing
// out, checks nothing and shares nothing with cardshot but the C libraries below.
//
// Two ways: naive is what the manuals show (cairo's gradient, a shadow blurred on a surface as large as the picture,
// libdeflate at level 1, everything made anew for each picture); tuned does the same pixels with a table of colours, a
// shadow of nine slices, ISA-L and memory that is kept.
//
//   floor SCENES OUT.png [--tuned] [--fonts FOLDER] [--iterations N] [--workers N]
//
// SCENES is what scene.py prints with --plain; each iteration draws all of its pictures. Prints one JSON object.

#include <cairo.h>
#include <fcntl.h>
#include <fontconfig/fontconfig.h>
#include <isa-l.h>
#include <libdeflate.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "timing.h"

// --- Scenes --------------------------------------------------------------------------------------------------------

typedef struct {
  double n[12];
  double color[4], second[4];
  char kind, text[256];
} Shape;

typedef struct {
  int width, height, count;
  Shape shapes[160];
} Scene;

static void die(const char *what) {
  fprintf(stderr, "floor: %s\n", what);
  exit(2);
}

static void parse_color(const char *word, double *out) {
  unsigned r, g, b, a;
  if (sscanf(word, "#%2x%2x%2x%2x", &r, &g, &b, &a) != 4) die("a colour is not understood");
  out[0] = r / 255.0, out[1] = g / 255.0, out[2] = b / 255.0, out[3] = a / 255.0;
}

// How many numbers and colours each kind of line has; a text may follow.
static const struct { const char *name; char kind; int numbers, colors; } kinds[] = {
  {"solid", 'b', 0, 1}, {"linear", 'l', 4, 2}, {"shadow", 's', 11, 1}, {"rect", 'r', 8, 1},
  {"triangle", 't', 6, 1}, {"image", 'i', 8, 0}, {"ring", 'o', 9, 1}, {"clip", 'c', 8, 0},
  {"unclip", 'u', 0, 0}, {"text", 'x', 4, 1},
};

static Scene *read_scenes(const char *path, int *count) {
  FILE *file = fopen(path, "r");
  if (!file) die("the scenes cannot be read");
  Scene *scenes = calloc(256, sizeof(Scene)), *scene = scenes - 1;
  char line[1024];
  while (fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    char *at = line, name[16];
    int used = 0;
    if (sscanf(at, "%15s%n", name, &used) != 1) continue;
    at += used;
    if (!strcmp(name, "size")) {
      if (++scene == scenes + 256) die("too many pictures");
      if (sscanf(at, "%d %d", &scene->width, &scene->height) != 2) die("a size is not understood");
      continue;
    }
    if (scene < scenes || scene->count == 160) die("too many shapes");
    Shape *shape = &scene->shapes[scene->count++];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      if (strcmp(name, kinds[k].name)) continue;
      shape->kind = kinds[k].kind;
      for (int i = 0; i < kinds[k].numbers; i++) {
        if (sscanf(at, "%lf%n", &shape->n[i], &used) != 1) die("a number is not understood");
        at += used;
      }
      for (int i = 0; i < kinds[k].colors; i++) {
        char word[16];
        if (sscanf(at, "%15s%n", word, &used) != 1) die("a colour is missing");
        at += used;
        parse_color(word, i ? shape->second : shape->color);
      }
      snprintf(shape->text, sizeof shape->text, "%s", *at == ' ' ? at + 1 : at);
    }
    if (!shape->kind) die("a shape is not understood");
  }
  fclose(file);
  *count = (int)(scene - scenes) + 1;
  return scenes;
}

// --- What one worker keeps -----------------------------------------------------------------------------------------

typedef struct {
  bool tuned;
  PangoContext *text;
  cairo_surface_t *surface;  // tuned: kept from picture to picture
  cairo_surface_t *picture;  // tuned: decoded once
  uint8_t *rows, *packed;
  size_t rows_size, packed_size;
  struct libdeflate_compressor *deflate;
} Worker;

static Worker make_worker(bool tuned, const char *fonts) {
  Worker worker = {.tuned = tuned};
  FcConfig *config = FcConfigCreate();
  const char *faces[] = {"Regular", "Medium", "SemiBold", "Bold"};
  for (int i = 0; i < 4; i++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/Inter-%s.otf", fonts, faces[i]);
    if (!FcConfigAppFontAddFile(config, (const FcChar8 *)path)) die("the fonts cannot be read");
  }
  PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
  worker.text = pango_font_map_create_context(map);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(worker.text, options);
  pango_context_set_round_glyph_positions(worker.text, FALSE);
  cairo_font_options_destroy(options);
  return worker;
}

// --- Drawing -------------------------------------------------------------------------------------------------------

static void rounded(cairo_t *cr, const double *n, double inset) {
  const double x = n[0] + inset, y = n[1] + inset, w = n[2] - 2 * inset, h = n[3] - 2 * inset;
  if (n[4] + n[5] + n[6] + n[7] == 0) {
    cairo_rectangle(cr, x, y, w, h);
    return;
  }
  cairo_new_sub_path(cr);
  cairo_arc(cr, x + w - n[5] + inset, y + n[5] - inset, fmax(0, n[5] - inset), -M_PI / 2, 0);
  cairo_arc(cr, x + w - n[6] + inset, y + h - n[6] + inset, fmax(0, n[6] - inset), 0, M_PI / 2);
  cairo_arc(cr, x + n[7] - inset, y + h - n[7] + inset, fmax(0, n[7] - inset), M_PI / 2, M_PI);
  cairo_arc(cr, x + n[4] - inset, y + n[4] - inset, fmax(0, n[4] - inset), M_PI, 3 * M_PI / 2);
  cairo_close_path(cr);
}

static void box_blur(uint8_t *pixels, uint8_t *line, int count, int step, int radius) {
  const int window = 2 * radius + 1;
  int sum = 0;
  for (int i = 0; i < count; i++) line[i] = pixels[(size_t)i * step];
  for (int i = -radius; i < count; i++) {
    if (i + radius < count) sum += line[i + radius];
    if (i - radius - 1 >= 0) sum -= line[i - radius - 1];
    if (i >= 0) pixels[(size_t)i * step] = (uint8_t)((sum + window / 2) / window);
  }
}

// Three boxes come close to a Gaussian.
static void blur(uint8_t *pixels, int width, int height, int stride, double sigma) {
  const int radius = (int)floor((sqrt(4 * sigma * sigma + 1) - 1) / 2 + 0.5);
  uint8_t *line = malloc((size_t)(width > height ? width : height));
  for (int pass = 0; pass < 3; pass++) {
    for (int y = 0; y < height; y++) box_blur(pixels + (size_t)y * stride, line, width, 1, radius);
    for (int x = 0; x < width; x++) box_blur(pixels + x, line, height, stride, radius);
  }
  free(line);
}

static cairo_surface_t *blurred(const double *n, double dx, double dy, int width, int height, double sigma) {
  cairo_surface_t *mask = cairo_image_surface_create(CAIRO_FORMAT_A8, width, height);
  cairo_t *cr = cairo_create(mask);
  const double moved[8] = {n[0] + dx, n[1] + dy, n[2], n[3], n[4], n[5], n[6], n[7]};
  rounded(cr, moved, 0);
  cairo_fill(cr);
  cairo_destroy(cr);
  cairo_surface_flush(mask);
  blur(cairo_image_surface_get_data(mask), width, height, cairo_image_surface_get_stride(mask), sigma);
  cairo_surface_mark_dirty(mask);
  return mask;
}

static void shadow_naive(cairo_t *cr, const Scene *scene, const Shape *s) {
  cairo_surface_t *mask = blurred(s->n, s->n[9], s->n[10], scene->width, scene->height, s->n[8]);
  cairo_set_source_rgba(cr, s->color[0], s->color[1], s->color[2], s->color[3]);
  cairo_mask_surface(cr, mask, 0, 0);
  cairo_surface_destroy(mask);
}

static inline uint32_t over(uint32_t below, const uint32_t *ink, unsigned coverage) {
  // The ink is not premultiplied: alpha, red, green, blue; what lies below is opaque.
  const unsigned a = (ink[0] * coverage + 127) / 255, rest = 255 - a;
  uint32_t result = 0xFF000000;
  for (int k = 0; k < 3; k++) {
    const int shift = 16 - 8 * k;
    const unsigned value = ink[k + 1] * a + ((below >> shift) & 255) * rest;
    result |= ((value + 127) / 255) << shift;
  }
  return result;
}

// One small square with its corners is blurred; its edges are repeated. What the box itself covers is left out.
static void shadow_tuned(cairo_surface_t *surface, const Scene *scene, const Shape *s) {
  const int reach = (int)ceil(3 * s->n[8]), corner = (int)ceil(s->n[4]) + reach;
  const int side = 2 * (corner + reach) + 1;
  const double square[8] = {reach, reach, side - 2 * reach, side - 2 * reach, s->n[4], s->n[5], s->n[6], s->n[7]};
  cairo_surface_t *tile = blurred(square, 0, 0, side, side, s->n[8]);
  const uint8_t *mask = cairo_image_surface_get_data(tile);
  const int mask_stride = cairo_image_surface_get_stride(tile), half = corner + reach;
  cairo_surface_flush(surface);
  uint8_t *pixels = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  const int left = (int)(s->n[0] + s->n[9]) - reach, top = (int)(s->n[1] + s->n[10]) - reach;
  const int right = left + (int)s->n[2] + 2 * reach, bottom = top + (int)s->n[3] + 2 * reach;
  const uint32_t ink[4] = {(uint32_t)lround(s->color[3] * 255), (uint32_t)lround(s->color[0] * 255),
                           (uint32_t)lround(s->color[1] * 255), (uint32_t)lround(s->color[2] * 255)};
  const int hidden_left = (int)(s->n[0] + s->n[4]), hidden_right = (int)(s->n[0] + s->n[2] - s->n[4]);
  for (int y = top < 0 ? 0 : top; y < bottom && y < scene->height; y++) {
    const int from_top = y - top, from_bottom = bottom - 1 - y;
    const int row = from_top < half ? from_top : from_bottom < half ? side - 1 - from_bottom : half;
    const uint8_t *source = mask + (size_t)row * mask_stride;
    uint32_t *target = (uint32_t *)(pixels + (size_t)y * stride);
    const bool hides = y >= s->n[1] && y < s->n[1] + s->n[3];
    const bool inner = y >= s->n[1] + s->n[4] && y < s->n[1] + s->n[3] - s->n[4];
    for (int x = left < 0 ? 0 : left; x < right && x < scene->width; x++) {
      if (hides && x == (inner ? (int)s->n[0] : hidden_left)) x = inner ? (int)(s->n[0] + s->n[2]) : hidden_right;
      if (x >= right || x >= scene->width) break;
      const int from_left = x - left, from_right = right - 1 - x;
      const int column = from_left < half ? from_left : from_right < half ? side - 1 - from_right : half;
      target[x] = over(target[x], ink, source[column]);
    }
  }
  cairo_surface_mark_dirty(surface);
  cairo_surface_destroy(tile);
}

static void gradient_naive(cairo_t *cr, const Shape *s) {
  cairo_pattern_t *pattern = cairo_pattern_create_linear(s->n[0], s->n[1], s->n[2], s->n[3]);
  cairo_pattern_add_color_stop_rgba(pattern, 0, s->color[0], s->color[1], s->color[2], s->color[3]);
  cairo_pattern_add_color_stop_rgba(pattern, 1, s->second[0], s->second[1], s->second[2], s->second[3]);
  cairo_set_source(cr, pattern);
  cairo_paint(cr);
  cairo_pattern_destroy(pattern);
}

static void gradient_tuned(cairo_surface_t *surface, const Scene *scene, const Shape *s) {
  enum { steps = 1024 };
  uint32_t table[steps];
  for (int i = 0; i < steps; i++) {
    uint32_t pixel = 0xFF000000;
    for (int k = 0; k < 3; k++) {
      const double value = s->color[k] + (s->second[k] - s->color[k]) * i / (steps - 1);
      pixel |= (uint32_t)lround(value * 255) << (16 - 8 * k);
    }
    table[i] = pixel;
  }
  const double dx = s->n[2] - s->n[0], dy = s->n[3] - s->n[1], length = dx * dx + dy * dy;
  uint8_t *pixels = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  const int64_t step = (int64_t)(dx / length * (steps - 1) * 65536);
  for (int y = 0; y < scene->height; y++) {
    uint32_t *row = (uint32_t *)(pixels + (size_t)y * stride);
    const double start = ((0.5 - s->n[0]) * dx + (y + 0.5 - s->n[1]) * dy) / length * (steps - 1);
    int64_t place = (int64_t)((start + 0.5) * 65536);
    for (int x = 0; x < scene->width; x++, place += step) {
      const int64_t index = place >> 16;
      row[x] = table[index < 0 ? 0 : index >= steps ? steps - 1 : index];
    }
  }
  cairo_surface_mark_dirty(surface);
}

static void image(cairo_t *cr, Worker *worker, const Shape *s) {
  cairo_surface_t *picture = worker->picture;
  if (!picture) picture = cairo_image_surface_create_from_png(s->text);
  if (cairo_surface_status(picture)) die("the picture cannot be read");
  cairo_save(cr);
  cairo_translate(cr, s->n[0], s->n[1]);
  cairo_scale(cr, s->n[2] / cairo_image_surface_get_width(picture), s->n[3] / cairo_image_surface_get_height(picture));
  cairo_set_source_surface(cr, picture, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_GOOD);
  cairo_paint(cr);
  cairo_restore(cr);
  if (worker->tuned) worker->picture = picture;
  else cairo_surface_destroy(picture);
}

static void text(cairo_t *cr, Worker *worker, const Shape *s) {
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family_static(font, "Inter");
  pango_font_description_set_weight(font, (PangoWeight)s->n[3]);
  pango_font_description_set_absolute_size(font, s->n[2] * PANGO_SCALE);
  PangoLayout *layout = pango_layout_new(worker->text);
  pango_layout_set_font_description(layout, font);
  pango_layout_set_text(layout, s->text, -1);
  cairo_set_source_rgba(cr, s->color[0], s->color[1], s->color[2], s->color[3]);
  cairo_move_to(cr, s->n[0], s->n[1]);
  pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(layout, 0));
  g_object_unref(layout);
  pango_font_description_free(font);
}

static cairo_surface_t *draw(Worker *worker, const Scene *scene) {
  cairo_surface_t *surface = worker->surface;
  if (!surface || cairo_image_surface_get_width(surface) != scene->width
      || cairo_image_surface_get_height(surface) != scene->height) {
    if (surface) cairo_surface_destroy(surface);
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, scene->width, scene->height);
    worker->surface = worker->tuned ? surface : NULL;
  }
  cairo_t *cr = cairo_create(surface);
  for (int i = 0; i < scene->count; i++) {
    const Shape *s = &scene->shapes[i];
    switch (s->kind) {
    case 'b':
      cairo_set_source_rgba(cr, s->color[0], s->color[1], s->color[2], s->color[3]);
      cairo_paint(cr);
      break;
    case 'l':
      if (worker->tuned) gradient_tuned(surface, scene, s);
      else gradient_naive(cr, s);
      break;
    case 's':
      if (worker->tuned) shadow_tuned(surface, scene, s);
      else shadow_naive(cr, scene, s);
      break;
    case 'r':
      cairo_set_source_rgba(cr, s->color[0], s->color[1], s->color[2], s->color[3]);
      rounded(cr, s->n, 0);
      cairo_fill(cr);
      break;
    case 'o':
      cairo_set_source_rgba(cr, s->color[0], s->color[1], s->color[2], s->color[3]);
      cairo_set_line_width(cr, s->n[8]);
      rounded(cr, s->n, s->n[8] / 2);
      cairo_stroke(cr);
      break;
    case 't':
      cairo_set_source_rgba(cr, s->color[0], s->color[1], s->color[2], s->color[3]);
      cairo_move_to(cr, s->n[0], s->n[1]);
      cairo_line_to(cr, s->n[2], s->n[3]);
      cairo_line_to(cr, s->n[4], s->n[5]);
      cairo_fill(cr);
      break;
    case 'c':
      cairo_save(cr);
      rounded(cr, s->n, 0);
      cairo_clip(cr);
      break;
    case 'u': cairo_restore(cr); break;
    case 'i': image(cr, worker, s); break;
    case 'x': text(cr, worker, s); break;
    }
  }
  if (cairo_status(cr)) die(cairo_status_to_string(cairo_status(cr)));
  cairo_destroy(cr);
  cairo_surface_flush(surface);
  return surface;
}

// --- PNG -----------------------------------------------------------------------------------------------------------

static void put32(uint8_t *at, uint32_t value) {
  at[0] = (uint8_t)(value >> 24), at[1] = (uint8_t)(value >> 16), at[2] = (uint8_t)(value >> 8), at[3] = (uint8_t)value;
}

static uint8_t *chunk(uint8_t *at, const char *name, uint32_t size) {
  put32(at, size);
  memcpy(at + 4, name, 4);
  put32(at + 8 + size, libdeflate_crc32(0, at + 4, size + 4));
  return at + 12 + size;
}

static uint8_t *ensure(uint8_t *buffer, size_t *have, size_t need) {
  if (*have >= need) return buffer;
  *have = need;
  return realloc(buffer, need);
}

// RGB rows with the up filter, deflated in one go behind the header.
static size_t png(Worker *worker, cairo_surface_t *surface) {
  const int width = cairo_image_surface_get_width(surface), height = cairo_image_surface_get_height(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  const uint8_t *pixels = cairo_image_surface_get_data(surface);
  const size_t row_size = 3 * (size_t)width + 1, size = row_size * (size_t)height;
  worker->rows = ensure(worker->rows, &worker->rows_size, size);
  for (int y = 0; y < height; y++) {
    const uint32_t *row = (const uint32_t *)(pixels + (size_t)y * stride);
    const uint32_t *up = (const uint32_t *)(pixels + (size_t)(y - 1) * stride);
    uint8_t *out = worker->rows + (size_t)y * row_size;
    *out++ = y ? 2 : 0;
    for (int x = 0; x < width; x++) {
      // Bytes are subtracted one by one: the high bits keep the borrow from running on.
      const uint32_t a = row[x], b = y ? up[x] : 0;
      const uint32_t d = ((a | 0x80808080) - (b & 0x7F7F7F7F)) ^ ((a ^ ~b) & 0x80808080);
      out[3 * x] = (uint8_t)(d >> 16), out[3 * x + 1] = (uint8_t)(d >> 8), out[3 * x + 2] = (uint8_t)d;
    }
  }
  const size_t bound = size + size / 8 + 4096;
  worker->packed = ensure(worker->packed, &worker->packed_size, bound);
  uint8_t *at = worker->packed;
  memcpy(at, "\x89PNG\r\n\x1a\n", 8);
  at += 8;
  put32(at + 8, (uint32_t)width);
  put32(at + 12, (uint32_t)height);
  memcpy(at + 16, "\x08\x02\0\0\0", 5);
  at = chunk(at, "IHDR", 13);
  size_t packed = 0;
  if (worker->tuned) {
    static __thread uint8_t level[ISAL_DEF_LVL1_DEFAULT];
    struct isal_zstream stream;
    isal_deflate_init(&stream);
    stream.level = 1;
    stream.level_buf = level;
    stream.level_buf_size = sizeof level;
    stream.gzip_flag = IGZIP_ZLIB;
    stream.end_of_stream = 1;
    stream.next_in = worker->rows;
    stream.avail_in = (uint32_t)size;
    stream.next_out = at + 8;
    stream.avail_out = (uint32_t)(bound - 64);
    if (isal_deflate(&stream) != COMP_OK || stream.avail_in) die("ISA-L failed");
    packed = stream.total_out;
  } else {
    if (!worker->deflate) worker->deflate = libdeflate_alloc_compressor(1);
    packed = libdeflate_zlib_compress(worker->deflate, worker->rows, size, at + 8, bound - 64);
    if (!packed) die("libdeflate failed");
  }
  at = chunk(at, "IDAT", (uint32_t)packed);
  at = chunk(at, "IEND", 0);
  return (size_t)(at - worker->packed);
}

static size_t picture(Worker *worker, const Scene *scene, const char *path) {
  cairo_surface_t *surface = draw(worker, scene);
  const size_t size = png(worker, surface);
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0 || write(file, worker->packed, size) != (ssize_t)size) die("the picture cannot be written");
  close(file);
  if (!worker->tuned) {
    cairo_surface_destroy(surface);
    free(worker->rows), free(worker->packed);
    worker->rows = worker->packed = NULL;
    worker->rows_size = worker->packed_size = 0;
  }
  return size;
}

// --- Measuring -----------------------------------------------------------------------------------------------------

static size_t all_pictures(Worker *worker, const Scene *scenes, int count, int first, int step, const char *path) {
  size_t size = 0;
  for (int i = first; i < count; i += step) size += picture(worker, &scenes[i], path);
  return size;
}

int main(int argc, char **argv) {
  if (argc < 3) die("usage: floor SCENES OUT.png [--tuned] [--fonts FOLDER] [--iterations N] [--workers N]");
  bool tuned = false;
  const char *fonts = "Fonts/Files/Inter";
  int iterations = 0, workers = 1, count = 0;
  for (int i = 3; i < argc; i++) {
    if (!strcmp(argv[i], "--tuned")) tuned = true;
    else if (!strcmp(argv[i], "--fonts") && i + 1 < argc) fonts = argv[++i];
    else if (!strcmp(argv[i], "--iterations") && i + 1 < argc) iterations = atoi(argv[++i]);
    else if (!strcmp(argv[i], "--workers") && i + 1 < argc) workers = atoi(argv[++i]);
    else die("an argument is not understood");
  }
  const Scene *scenes = read_scenes(argv[1], &count);
  const double start = now();
  if (workers > 1) {
    // A process each: Pango's font maps are not shared between threads.
    for (int w = 0; w < workers; w++) {
      if (fork()) continue;
      char path[4096];
      snprintf(path, sizeof path, "%s.%d", argv[2], w);
      Worker worker = make_worker(tuned, fonts);
      all_pictures(&worker, scenes, count, w, workers, path);
      _exit(0);
    }
    for (int w = 0, status = 0; w < workers; w++) if (wait(&status) < 0 || status) die("a worker failed");
    printf("{\"pictures\": %d, \"first_ms\": %.3f}\n", count, now() - start);
    return 0;
  }
  Worker worker = make_worker(tuned, fonts);
  const size_t size = all_pictures(&worker, scenes, count, 0, 1, argv[2]);
  const double first = now() - start;
  double *times = calloc((size_t)iterations + 1, sizeof(double));
  for (int i = 0; i < iterations; i++) {
    const double begin = now();
    all_pictures(&worker, scenes, count, 0, 1, argv[2]);
    times[i] = now() - begin;
  }
  qsort(times, (size_t)iterations, sizeof(double), ascending);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("{\"pictures\": %d, \"first_ms\": %.3f, \"median_ms\": %.3f, \"min_ms\": %.3f, \"bytes\": %zu, "
         "\"peak_mb\": %.2f}\n",
         count, first, iterations ? times[iterations / 2] : 0, times[0], size, (double)usage.ru_maxrss / 1024);
  return 0;
}
