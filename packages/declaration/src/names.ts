import { z } from 'zod';

/**
 * Pattern of the names of resources, fields and actions: snake_case, as in JSON and in the database. Every object has a
 * `constructor`, so forms and records would read that one where theirs is missing.
 */
export const NAME_PATTERN = /^(?!constructor$)[a-z][a-z0-9_]*$/;

/** PostgreSQL truncates longer identifiers, and index names contain table and column. */
export const LONGEST_NAME = 40;

export const nameSchema = z.string().regex(NAME_PATTERN).max(LONGEST_NAME);

/** `list` for a permission of the same resource, `orders.list` for one of another. */
export const permissionNameSchema = z.string().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/);
