import { createContext, useContext } from 'react';

/** Where in the menu the records of a resource are. */
export interface ResourcePlace {
  /** Address of the list. */
  basePath: string;
  /** Keys that the user holds there. */
  permissions: readonly string[];
}

export type FindResourcePlace = (resource: string) => ResourcePlace | null;

const Context = createContext<FindResourcePlace>(() => null);
export const ResourcePlacesProvider = Context.Provider;

/** The menu's page of another resource; null for one that the user has none of. */
export function useResourcePlace(resource: string): ResourcePlace | null {
  return useFindPlace()(resource);
}

export function useFindPlace(): FindResourcePlace {
  return useContext(Context);
}
