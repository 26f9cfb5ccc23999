/* web.h: the page of src/report/web, in one text, as the Makefile puts it together. */
#ifndef REPORT_WEB_H
#define REPORT_WEB_H

extern const char web_page[];

#endif
