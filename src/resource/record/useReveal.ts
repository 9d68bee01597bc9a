import { useEffect, useState } from 'react';
import { useDataProvider, useResourceContext } from 'react-admin';
import type { ConsoleDataProvider } from '#console/api/dataProvider.ts';
import { useShownRecord } from './useShownRecord.ts';

/** Long enough to read a card number to someone, short enough not to be left on a screen. */
const SHOWN_MS = 30_000;

/** The whole of one masked value: null until it was asked for, and again after a while. */
export function useReveal(source: string) {
  const { id } = useShownRecord();
  const resource = useResourceContext() ?? '';
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [whole, setWhole] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (whole === null) return;
    const hide = () => setWhole(null);
    const timer = setTimeout(hide, SHOWN_MS);
    return () => {
      clearTimeout(timer);
      // A page that is left keeps its state, and would show the value again.
      hide();
    };
  }, [whole]);
  return {
    whole,
    isAsking,
    /** @throws what the server has refused it for */
    async reveal(payPassword?: string): Promise<void> {
      setIsAsking(true);
      try {
        const asked = { id, source, ...(payPassword === undefined ? {} : { payPassword }) };
        setWhole((await dataProvider.revealValue(resource, asked)) ?? '');
      } finally {
        setIsAsking(false);
      }
    },
    hide: () => setWhole(null),
  };
}
