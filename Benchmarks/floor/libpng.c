// What libpng does when nobody asks it for more: the measure of our PNG files, and of reading two pictures.
//
//   libpng encode FILE.png --iterations N   writes its pixels into memory with libpng's own settings, again and again
//   libpng decode FILE.png …                reads the files to pixels, once

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "timing.h"

static void die(const char *what) {
  fprintf(stderr, "libpng: %s\n", what);
  exit(2);
}

static png_bytep decode(const char *path, png_image *image) {
  memset(image, 0, sizeof *image);
  image->version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(image, path)) die(image->message);
  image->format = image->format & PNG_FORMAT_FLAG_ALPHA ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
  png_bytep pixels = malloc(PNG_IMAGE_SIZE(*image));
  if (!png_image_finish_read(image, NULL, pixels, 0, NULL)) die(image->message);
  return pixels;
}

static void count(png_structp png, png_bytep data, size_t size) {
  (void)data;
  *(size_t *)png_get_io_ptr(png) += size;
}

static size_t encode(const png_image *image, png_bytep pixels) {
  size_t size = 0;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) die("the picture cannot be written");
  png_set_write_fn(png, &size, count, NULL);
  const int has_alpha = image->format & PNG_FORMAT_FLAG_ALPHA;
  png_set_IHDR(png, info, image->width, image->height, 8, has_alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  const size_t stride = (size_t)image->width * (has_alpha ? 4 : 3);
  for (png_uint_32 y = 0; y < image->height; y++) png_write_row(png, pixels + y * stride);
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  return size;
}

int main(int argc, char **argv) {
  if (argc < 3) die("usage: libpng encode FILE.png --iterations N, or libpng decode FILE.png …");
  png_image image;
  if (!strcmp(argv[1], "decode")) {
    for (int i = 2; i < argc; i++) free(decode(argv[i], &image));
    return 0;
  }
  const int iterations = argc > 4 ? atoi(argv[4]) : 1;
  if (iterations < 1) die("--iterations must be at least 1");
  png_bytep pixels = decode(argv[2], &image);
  double *times = calloc((size_t)iterations, sizeof(double));
  size_t size = encode(&image, pixels);
  for (int i = 0; i < iterations; i++) {
    const double start = now();
    size = encode(&image, pixels);
    times[i] = now() - start;
  }
  qsort(times, (size_t)iterations, sizeof(double), ascending);
  printf("{\"median_ms\": %.3f, \"min_ms\": %.3f, \"bytes\": %zu}\n", times[iterations / 2], times[0], size);
  free(pixels);
  free(times);
  return 0;
}
