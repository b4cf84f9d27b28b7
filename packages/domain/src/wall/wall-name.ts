/**
 * The name of a layout of a live wall. It is apart from the cells, because addresses contain it: the
 * first page of the web client reads addresses and needs no quantities.
 */
export const WALL_NAME_LENGTH = 60;
