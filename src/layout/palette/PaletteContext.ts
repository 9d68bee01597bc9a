import { createContext, useContext } from 'react';
import { createRecentRecords, type RecentRecords } from './recentRecords.ts';

export interface PaletteParts {
  recent: RecentRecords;
  open: () => void;
}

const Context = createContext<PaletteParts>({ recent: createRecentRecords(), open: () => {} });
export const PaletteProvider = Context.Provider;

/** The palette, to be opened or told what the user looks at. */
export function usePalette(): PaletteParts {
  return useContext(Context);
}
