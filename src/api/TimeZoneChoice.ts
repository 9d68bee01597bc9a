import { createContext, useContext } from 'react';

type ChooseTimeZone = (timeZone: string) => void;

const Context = createContext<ChooseTimeZone>(() => {});
export const TimeZoneChoiceProvider = Context.Provider;

/** Shows all times in another time zone from now on; the server is told elsewhere. */
export function useShownTimeZone(): ChooseTimeZone {
  return useContext(Context);
}
