import { createContext, useContext } from 'react';

/** Place of a resource's records in the menu. */
export interface ResourcePlace {
  /** Address of the list. */
  basePath: string;
  /** Permission keys that the user has there. */
  permissions: readonly string[];
}

export type FindResourcePlace = (resource: string) => ResourcePlace | null;

const Context = createContext<FindResourcePlace>(() => null);
export const ResourcePlacesProvider = Context.Provider;

/** The menu's page of another resource, or null if the user has none. */
export function useResourcePlace(resource: string): ResourcePlace | null {
  return useFindPlace()(resource);
}

/** Returns a function that finds the menu's page of a resource, or null if the user has none. */
export function useFindPlace(): FindResourcePlace {
  return useContext(Context);
}
