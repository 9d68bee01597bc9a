import { createContext, useContext } from 'react';
import type { Api } from './createApi.ts';

const Context = createContext<Api | null>(null);
export const ApiProvider = Context.Provider;

/** @throws Error outside `ApiProvider` */
export function useApi(): Api {
  const api = useContext(Context);
  if (!api) throw new Error('Calls of the API need an ApiProvider above them');
  return api;
}
