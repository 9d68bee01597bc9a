import './api/zodConfig.ts';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { App, type AppProps } from './App.tsx';

/** The console in an element of the page; what stands around it knows nothing of how it is drawn. */
export interface ConsoleRoot {
  /** Also takes new values into the console that is there. */
  render: (props: AppProps) => void;
  unmount: () => void;
}

/** @param Content stands in for the console's own pages in tests */
export function createConsoleRoot(element: HTMLElement, Content: ComponentType<AppProps> = App): ConsoleRoot {
  const root = createRoot(element);
  return {
    render: (props) => root.render(<Content {...props} />),
    // Not while something else is being drawn: in development both sides are React, which would complain.
    unmount: () => queueMicrotask(() => root.unmount()),
  };
}
