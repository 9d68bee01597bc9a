import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { useNotify } from 'react-admin';

interface Loaded {
  Panel: ComponentType;
}

/** What is in the drawer: fetched when it is first opened, null until then. Without an answer it closes with a message. */
export function useSettingsPanel(isOpen: boolean, close: () => void): ComponentType | null {
  const notify = useNotify();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const fail = useEffectEvent(() => {
    close();
    notify('errors.network', { type: 'error' });
  });
  useEffect(() => {
    if (!isOpen || loaded) return;
    import('./SettingsPanel.tsx').then(({ SettingsPanel }) => setLoaded({ Panel: SettingsPanel })).catch(() => fail());
  }, [isOpen, loaded]);
  return loaded?.Panel ?? null;
}
