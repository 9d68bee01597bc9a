import { createContext, useContext, useEffect } from 'react';

/** The page that a view is on, one of several that may be open. */
export interface PageHandle {
  /** What is typed in it stays when another page is opened. */
  staysOpen: boolean;
  /** Tells whether something typed in it is not saved. */
  markUnsaved(isUnsaved: boolean): void;
  /** It is done with: it is not to stay open once another page is. */
  markFinished(isFinished: boolean): void;
}

const ALONE: PageHandle = { staysOpen: false, markUnsaved: () => {}, markFinished: () => {} };

const OpenPageContext = createContext<PageHandle>(ALONE);
export const OpenPageProvider = OpenPageContext.Provider;

export function useOpenPage(): PageHandle {
  return useContext(OpenPageContext);
}

/** Says of the page what is typed in it. Hidden it still holds that; only when it is gone is there nothing to lose. */
export function useUnsaved(isUnsaved: boolean): void {
  const { markUnsaved } = useOpenPage();
  useEffect(() => markUnsaved(isUnsaved), [markUnsaved, isUnsaved]);
}
