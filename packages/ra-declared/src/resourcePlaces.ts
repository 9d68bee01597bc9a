import { createContext, useContext } from 'react';
import type { Sort } from '@merchant-console/declaration';
import type { Filter } from '@merchant-console/protocol';

/** Place of a resource's records in the menu. */
export interface ResourcePlace {
  /** Address of the list. */
  basePath: string;
  /** Permission keys that the user has there. */
  permissions: readonly string[];
}

/** Returns the place of a resource, or null if the user has no page for it. */
export type FindResourcePlace = (resource: string) => ResourcePlace | null;

const Context = createContext<FindResourcePlace>(() => null);
/** Provides the places of resources, so that pages link to records of others. */
export const ResourcePlacesProvider = Context.Provider;

/** The menu's page of another resource, or null if the user has none. */
export function useResourcePlace(resource: string): ResourcePlace | null {
  return useFindPlace()(resource);
}

/** Returns a function that finds the menu's page of a resource, or null if the user has none. */
export function useFindPlace(): FindResourcePlace {
  return useContext(Context);
}

/** Returns the address of a resource's list with a filter, or null if the user's menu has no such list. */
export function useListLink(): (resource: string, filter?: Filter) => string | null {
  const find = useFindPlace();
  return (resource, filter) => {
    const place = find(resource);
    return place && (filter ? listPath(place.basePath, filter) : place.basePath);
  };
}

/** The address of a list with a filter, in its own order or another. */
export function listPath(basePath: string, filter: Filter, sort: Sort | null = null): string {
  const order = sort && { sort: sort.field, order: sort.order };
  return `${basePath}?${new URLSearchParams({ filter: JSON.stringify(filter), ...order }).toString()}`;
}
