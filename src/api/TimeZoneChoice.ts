import { createContext, useContext } from 'react';

type ChooseTimeZone = (timeZone: string) => void;

const Context = createContext<ChooseTimeZone>(() => {});
export const TimeZoneChoiceProvider = Context.Provider;

/** Returns a function that shows all times in another time zone from now on. The caller informs the server. */
export function useShownTimeZone(): ChooseTimeZone {
  return useContext(Context);
}
