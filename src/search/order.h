/* order.h: which of the states that are open a search takes next. */
#ifndef SEARCH_ORDER_H
#define SEARCH_ORDER_H

/* The order of options.def. Best first: states with the most buffers that are not empty, pending stores, pending stores that differ from
 * memory; or nearest to a violation by our own guess. */
typedef enum search_order { SEARCH_DFS, SEARCH_BFS, SEARCH_BEST_NEB, SEARCH_BEST_PW, SEARCH_BEST_IPW, SEARCH_BEST_AUTO } search_order;

#endif
