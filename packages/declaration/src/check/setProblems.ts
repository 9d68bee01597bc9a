import { type Entry, error, warning } from './catalogueEntry.ts';

/** Problems of a set of declarations, which a single file doesn't show. */
export const SET_PROBLEMS = {
  // The set as a whole
  R201: error('name', 'expected'),
  R202: error('name', 'file'),
  R203: error('endpoint', 'file'),
  R204: error('endpoint'),
  R205: error('endpoint', 'file'),
  R206: error('reference'),
  R207: error('source', 'reference'),
  R208: error('source', 'reference', 'name'),
  R209: error('source', 'reference'),
  R211: error('permission'),
  R212: error('page'),
  R213: warning('key', 'languages'),
  R214: error('page'),
  R215: error('reference'),
  R216: error('name'),
  R217: error('name', 'file'),
  R218: warning('address'),

  // Actions that show or ask for a secret
  R220: error(),
  R221: error(),
  R223: error(),

  // Names that belong to another resource or to the server
  R230: error('endpoint'),
  R231: error('name'),
  R232: error('endpoint', 'file'),

  // Dashboards
  R460: error('reference'),
  R461: error('reference'),
  R462: error('reference', 'type'),
  R463: error('role', 'file'),
} satisfies Record<`R${number}`, Entry>;
