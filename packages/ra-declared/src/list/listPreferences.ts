import { z } from 'zod';
import { columnChoiceSchema } from './columns/columnChoice.ts';
import { usePreference, type Preference } from '../preferences/usePreference.tsx';

/** Maximum number of saved views; a menu can't show more. */
export const MOST_VIEWS = 50;
/** Longest name of a view, in UTF-16 units. */
export const MAX_VIEW_NAME = 60;

const savedViewSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1).max(MAX_VIEW_NAME),
  /** Query of the list's address. It is parsed on each use, so that parts which are no longer declared are dropped. */
  query: z.string(),
  columns: columnChoiceSchema.nullable().catch(null),
});
/** A saved state of a list: filters, sort, page size and columns under a name. */
export type SavedView = z.infer<typeof savedViewSchema>;

const viewsSchema = z
  .array(savedViewSchema.nullable().catch(null))
  .transform((views) => views.filter((view) => view !== null).slice(0, MOST_VIEWS));

/** A user's preferences for one list. Each part that can't be read gets its default; the others stay. */
export const listPreferencesSchema = z
  .object({
    columns: columnChoiceSchema.nullable().catch(null),
    views: viewsSchema.catch([]),
    /** ID of the view that the plain address opens, or null. */
    defaultView: z.string().nullable().catch(null),
    /** How the records are shown: 'arranged', 'table' or the ID of a declared view; null for the usual way. */
    display: z.string().max(100).nullable().catch(null),
  })
  .catch({ columns: null, views: [], defaultView: null, display: null });
export type ListPreferences = z.infer<typeof listPreferencesSchema>;

/** Row height. One preference for all lists. */
export const densitySchema = z.enum(['comfortable', 'compact']).catch('comfortable');
export type Density = z.infer<typeof densitySchema>;

/** The user's preferences for a resource's list, wherever the menu shows it. */
export function useListPreferences(resource: string): Preference<ListPreferences> {
  return usePreference(`list.${resource}`, listPreferencesSchema);
}
