import { usePreference, type Preference } from '../preferences/usePreference.ts';
import { listPreferencesSchema, type ListPreferences } from './listPreferences.ts';

/** What the user prefers for the list of a resource, wherever the menu shows it. */
export function useListPreferences(resource: string): Preference<ListPreferences> {
  return usePreference(`list.${resource}`, listPreferencesSchema);
}
