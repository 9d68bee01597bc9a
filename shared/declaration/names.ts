import { z } from 'zod';

/** Names of resources, fields, actions: snake_case, as on the wire and in the database. */
export const NAME_PATTERN = /^[a-z][a-z0-9_]*$/;

/** PostgreSQL cuts longer identifiers off, and indexes carry table and column in their names. */
export const LONGEST_NAME = 40;

export const nameSchema = z.string().regex(NAME_PATTERN).max(LONGEST_NAME);

/** `list` for a permission of the resource itself, `orders.list` for one of another. */
export const permissionNameSchema = z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/);
