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
  return (
    <SizeContext value={choice}>
      <GlobalStyles styles={{ ':root': SIZE_METRICS[size] }} />
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

/** Custom properties that the theme and the pages use. */
type Metric =
  | '--input-height'
  | '--button-height'
  /** Buttons and filters above a list, and other small buttons. */
  | '--tool-height'
  | '--icon-button-padding'
  | '--menu-item-height'
  /** Vertical padding of table cells: by default, and if the user chose compact lists. */
  | '--cell-padding'
  | '--cell-padding-compact'
  | '--head-padding';

/** Metrics of each size. No control is less than 24 px high. */
export const SIZE_METRICS: Record<Size, Record<Metric, string>> = {
  default: {
    '--input-height': '40px',
    '--button-height': '40px',
    '--tool-height': '36px',
    '--icon-button-padding': '9px',
    '--menu-item-height': '40px',
    '--cell-padding': '13px',
    '--cell-padding-compact': '5px',
    '--head-padding': '10px',
  },
  medium: {
    '--input-height': '36px',
    '--button-height': '36px',
    '--tool-height': '32px',
    '--icon-button-padding': '8px',
    '--menu-item-height': '34px',
    '--cell-padding': '10px',
    '--cell-padding-compact': '3px',
    '--head-padding': '8px',
  },
  small: {
    '--input-height': '32px',
    '--button-height': '32px',
    '--tool-height': '30px',
    '--icon-button-padding': '6px',
    '--menu-item-height': '30px',
    '--cell-padding': '7px',
    '--cell-padding-compact': '2px',
    '--head-padding': '6px',
  },
  mini: {
    '--input-height': '28px',
    '--button-height': '28px',
    '--tool-height': '28px',
    '--icon-button-padding': '4px',
    '--menu-item-height': '28px',
    '--cell-padding': '4px',
    '--cell-padding-compact': '2px',
    '--head-padding': '4px',
  },
};

export const SIZES = ['default', 'medium', 'small', 'mini'] as const;
/** Size of controls and rows. */
export type Size = (typeof SIZES)[number];

/** Size in the cookie, or `medium` if it is missing or invalid. */
export function readSize(cookie: string | undefined): Size {
  return SIZES.find((size) => size === cookie) ?? 'medium';
}
