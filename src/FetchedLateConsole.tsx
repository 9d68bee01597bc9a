import { Box } from '@mui/material';
import { useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { withLateTexts } from './i18n/lateTexts.ts';
import type { LateConsole } from './LateConsole.tsx';

type LateProps = ComponentProps<typeof LateConsole>;

/** The first page goes first, in milliseconds. */
const COMES_AFTER = 1000;
/** When there was no connection, in milliseconds. */
const AGAIN_AFTER = 5000;

/** `LateConsole`, once the first page has had its time, or a connection is there; until then the place of its bell. */
export function FetchedLateConsole(props: LateProps) {
  const Fetched = useLateConsole();
  return Fetched ? <Fetched {...props} /> : <Box sx={{ width: 40, flexShrink: 0 }} />;
}

function useLateConsole(): ComponentType<LateProps> | null {
  const [Fetched, setFetched] = useState<ComponentType<LateProps> | null>(null);
  useEffect(() => {
    let isOver = false;
    let timer = setTimeout(() => void bring(), COMES_AFTER);
    async function bring(): Promise<void> {
      const code = navigator.onLine ? await fetchConsole().catch(() => null) : null;
      if (isOver) return;
      if (code) setFetched(() => code);
      else timer = setTimeout(() => void bring(), AGAIN_AFTER);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return Fetched;
}

async function fetchConsole(): Promise<ComponentType<LateProps>> {
  return (await withLateTexts(import('./LateConsole.tsx'))).LateConsole;
}
