import { Box } from '@mui/material';
import { useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { withLateTexts } from './i18n/lateTexts.ts';
import type { LateConsole } from './LateConsole.tsx';

type LateProps = ComponentProps<typeof LateConsole>;

/** The first page goes first, in milliseconds. */
const COMES_AFTER = 1000;
/** When there was no connection, in milliseconds. */
const AGAIN_AFTER = 5000;

/** The bell, once the first page has had its time; until then its place. Without a connection it comes later. */
export function LateInbox(props: LateProps) {
  const Bell = useLateBell();
  return Bell ? <Bell {...props} /> : <Box sx={{ width: 40, flexShrink: 0 }} />;
}

function useLateBell(): ComponentType<LateProps> | null {
  const [Bell, setBell] = useState<ComponentType<LateProps> | null>(null);
  useEffect(() => {
    let isOver = false;
    let timer = setTimeout(() => void bring(), COMES_AFTER);
    async function bring(): Promise<void> {
      const code = navigator.onLine ? await fetchBell().catch(() => null) : null;
      if (isOver) return;
      if (code) setBell(() => code);
      else timer = setTimeout(() => void bring(), AGAIN_AFTER);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return Bell;
}

async function fetchBell(): Promise<ComponentType<LateProps>> {
  return (await withLateTexts(import('./LateConsole.tsx'))).LateConsole;
}
