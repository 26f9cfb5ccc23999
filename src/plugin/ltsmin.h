/* ltsmin.h: what the plugin needs of LTSmin's interface to language modules (PINS), version 3.0.
 *
 * Declared here, so that the plugin is built without LTSmin; whoever loads it has the functions. Types that are only passed on are opaque. A matrix is filled by the functions
 * of LTSmin alone: the plugin has only to make room for one. */
#ifndef PLUGIN_LTSMIN_H
#define PLUGIN_LTSMIN_H

#include <stdint.h>

typedef struct grey_box_model *model_t;
typedef struct lts_type_s *lts_type_t;

/* ---- The shape of states and labels ---- */
enum { LTS_CHUNK = 2, LTS_BOOL = 4, LTS_SIGNED = 6 }; /* of LTSmin's data formats those in use */

lts_type_t lts_type_create(void);
int lts_type_add_type(lts_type_t t, const char *name, int *is_new);
void lts_type_set_format(lts_type_t t, int type, int format);
void lts_type_set_state_length(lts_type_t t, int length);
void lts_type_set_state_name(lts_type_t t, int slot, const char *name);
void lts_type_set_state_typeno(lts_type_t t, int slot, int type);
void lts_type_set_state_label_count(lts_type_t t, int count);
void lts_type_set_state_label_name(lts_type_t t, int label, const char *name);
void lts_type_set_state_label_typeno(lts_type_t t, int label, int type);
void lts_type_set_edge_label_count(lts_type_t t, int count);
void lts_type_set_edge_label_name(lts_type_t t, int label, const char *name);
void lts_type_set_edge_label_typeno(lts_type_t t, int label, int type);

/* ---- Matrices of bits ---- */
typedef struct matrix { void *room[64]; } matrix_t; /* LTSmin's has 14 words */

void dm_create(matrix_t *m, const int rows, const int columns);
void dm_set(matrix_t *m, const int row, const int column);

/* ---- Values that have names ---- */
typedef struct { uint32_t length; char *data; } chunk;

int pins_chunk_put(model_t model, int type, const chunk value);

/* ---- Models ---- */
typedef struct transition_info {
    int *labels; /* of the edge */
    int group;
    int por_proviso;
} transition_info_t;

/* `copied`: NULL, or which slots were not written. */
typedef void TransitionCB(void *context, transition_info_t *info, int *to, int *copied);
typedef int next_method_grey_t(model_t model, int group, int *from, TransitionCB *tell, void *context);
typedef int get_label_method_t(model_t model, int label, int *state);
typedef void pins_loader_t(model_t model, const char *path);
typedef void ExitCB(model_t model);

typedef struct loader_record {
    const char *extension; /* without the dot; NULL ends the list */
    pins_loader_t *loader;
} loader_record_t;

void GBsetContext(model_t model, void *context);
void *GBgetContext(model_t model);
void GBsetLTStype(model_t model, lts_type_t type);
void GBsetInitialState(model_t model, int *state);
void GBsetDMInfo(model_t model, matrix_t *both);
void GBsetDMInfoRead(model_t model, matrix_t *read);
void GBsetDMInfoMayWrite(model_t model, matrix_t *written);
void GBsetDMInfoMustWrite(model_t model, matrix_t *written);
void GBsetStateLabelInfo(model_t model, matrix_t *read);
void GBsetNextStateLong(model_t model, next_method_grey_t *next);
void GBsetStateLabelLong(model_t model, get_label_method_t *label);
void GBsetExit(model_t model, ExitCB *end);

/* ---- What the plugin has for LTSmin ---- */
extern char pins_plugin_name[];
extern loader_record_t pins_loaders[];
pins_loader_t pins_load_file;
void pins_model_init(model_t model);

#endif
