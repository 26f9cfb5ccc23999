/* export_internal.h: the parts of an exported C program that are the same for all tests. */
#ifndef FRONTEND_LITMUS_EXPORT_INTERNAL_H
#define FRONTEND_LITMUS_EXPORT_INTERNAL_H

extern const char export_c_includes[], export_c_memory[], export_c_rounds[], export_c_histogram[];

#endif
