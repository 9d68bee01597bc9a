import { GlobalStyles } from '@mui/material';
import Cookies from 'js-cookie';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

const COOKIE = 'size';

interface SizeChoice {
  size: Size;
  choose: (size: Size) => void;
}

const SizeContext = createContext<SizeChoice | null>(null);

/**
 * Stores the size in a cookie and writes its metrics to the page as custom properties. A new size therefore recreates
 * nothing, and input values are kept.
 */
export function SizeProvider({ children }: { children: ReactNode }) {
  const [size, setSize] = useState(() => readSize(Cookies.get(COOKIE)));
  const choice = useMemo(
    () => ({
      size,
      choose(chosen: Size) {
        const secure = window.location.protocol === 'https:';
        Cookies.set(COOKIE, chosen, { path: '/', sameSite: 'strict', secure });
        setSize(chosen);
      },
    }),
    [size],
  );
  const metrics = Object.entries(SIZE_METRICS).map(([name, pixels]) => [name, `${pixels[size]}px`] as const);
  return (
    <SizeContext value={choice}>
      <GlobalStyles styles={{ ':root': Object.fromEntries(metrics) }} />
      {children}
    </SizeContext>
  );
}

/** @throws Error outside `SizeProvider` */
export function useSize(): SizeChoice {
  const choice = useContext(SizeContext);
  if (!choice) throw new Error('The size menu needs a SizeProvider above it');
  return choice;
}

/** Custom properties that the theme and the pages use, in pixels for each size. No control is less than 24 px high. */
export const SIZE_METRICS = {
  '--input-height': { default: 40, medium: 36, small: 32, mini: 28 },
  '--button-height': { default: 40, medium: 36, small: 32, mini: 28 },
  /** Buttons and filters above a list, and other small buttons. */
  '--tool-height': { default: 36, medium: 32, small: 30, mini: 28 },
  '--icon-button-padding': { default: 9, medium: 8, small: 6, mini: 4 },
  '--menu-item-height': { default: 40, medium: 34, small: 30, mini: 28 },
  /** Vertical padding of table cells: by default, and if the user chose compact lists. */
  '--cell-padding': { default: 13, medium: 10, small: 7, mini: 4 },
  '--cell-padding-compact': { default: 5, medium: 3, small: 2, mini: 2 },
  '--head-padding': { default: 10, medium: 8, small: 6, mini: 4 },
} satisfies Record<string, Record<Size, number>>;

export const SIZES = ['default', 'medium', 'small', 'mini'] as const;
/** Size of controls and rows. */
export type Size = (typeof SIZES)[number];

/** Size in the cookie, or `medium` if it is missing or invalid. */
export function readSize(cookie: string | undefined): Size {
  return SIZES.find((size) => size === cookie) ?? 'medium';
}
