import { GlobalStyles } from '@mui/material';
import Cookies from 'js-cookie';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import { SIZE_METRICS } from './sizeMetrics.ts';
import { readSize, type Size } from './sizes.ts';

const COOKIE = 'size';

interface SizeChoice {
  size: Size;
  choose: (size: Size) => void;
}

const SizeContext = createContext<SizeChoice | null>(null);

/**
 * Keeps the size in its cookie and writes its metrics to the page. They are custom properties: with another size nothing
 * is built anew, so what is typed stays.
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
