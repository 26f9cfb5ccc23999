/* version.h: the one place that knows the version. */
#ifndef LIBRARY_VERSION_H
#define LIBRARY_VERSION_H

#define TARRY_VERSION "0.1.0"

#endif
