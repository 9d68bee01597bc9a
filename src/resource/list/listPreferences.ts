import { z } from 'zod';
import { columnChoiceSchema } from './columns/columnChoice.ts';
import { usePreference, type Preference } from '../preferences/usePreference.tsx';

/** More than a menu can show. */
export const MOST_VIEWS = 50;
export const MAX_VIEW_NAME = 60;

const savedViewSchema = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1).max(MAX_VIEW_NAME),
  /** Query of the list's address: it is read anew each time, so that what is not declared any more falls away. */
  query: z.string(),
  columns: columnChoiceSchema.nullable().catch(null),
});
/** A list as a user wants to see it again: filters, sort, page size and columns under a name. */
export type SavedView = z.infer<typeof savedViewSchema>;

const viewsSchema = z
  .array(savedViewSchema.nullable().catch(null))
  .transform((views) => views.filter((view) => view !== null).slice(0, MOST_VIEWS));

/** What a user prefers for one list. Each part that can't be read gets its default; the others stay. */
export const listPreferencesSchema = z
  .object({
    columns: columnChoiceSchema.nullable().catch(null),
    views: viewsSchema.catch([]),
    /** Id of the view that the plain address opens. */
    defaultView: z.string().nullable().catch(null),
  })
  .catch({ columns: null, views: [], defaultView: null });
export type ListPreferences = z.infer<typeof listPreferencesSchema>;

/** How much room a row takes; one preference for all lists. */
export const densitySchema = z.enum(['comfortable', 'compact']).catch('comfortable');
export type Density = z.infer<typeof densitySchema>;

/** What the user prefers for the list of a resource, wherever the menu shows it. */
export function useListPreferences(resource: string): Preference<ListPreferences> {
  return usePreference(`list.${resource}`, listPreferencesSchema);
}
