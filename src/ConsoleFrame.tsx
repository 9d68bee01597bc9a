import { useLayoutEffect, useRef } from 'react';
import type { AppProps } from './App.tsx';
import type { ConsoleRoot } from './consoleRoot.tsx';

interface ConsoleFrameProps {
  createRoot: (element: HTMLElement) => ConsoleRoot;
  /** Handed on whenever the frame is drawn. */
  app: AppProps;
}

/** Where the console stands: it is drawn by React, the entrance around it by Preact, and neither sees into the other. */
export function ConsoleFrame({ createRoot, app }: ConsoleFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  const root = useRef<ConsoleRoot>(null);

  useLayoutEffect(() => {
    if (!place.current) return;
    const created = createRoot(place.current);
    root.current = created;
    return () => created.unmount();
  }, [createRoot]);

  useLayoutEffect(() => root.current?.render(app));

  return <div ref={place} />;
}
