import type { Dashboard, Declaration } from './declarationSchema.ts';

/** Adds what each declaration has to a dashboard, which has a page but no fields. Others stay as they are. */
export function asDeclaration(read: Declaration | Dashboard): Declaration {
  return 'fields' in read ? read : { fields: [], operations: ['list'], ...read };
}
