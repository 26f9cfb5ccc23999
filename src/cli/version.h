/* version.h: the one place that knows the version. */
#ifndef CLI_VERSION_H
#define CLI_VERSION_H

#define TARRY_VERSION "0.1.0"

#endif
