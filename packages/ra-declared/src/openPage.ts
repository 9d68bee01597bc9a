import { createContext, useContext, useEffect } from 'react';

/** The open page that contains a view. */
interface PageHandle {
  /** True if its input is kept when another page is opened. */
  staysOpen: boolean;
  /** Reports whether it has unsaved changes. */
  markUnsaved(isUnsaved: boolean): void;
  /** Reports that it is done, and should close once another page is open. */
  markFinished(isFinished: boolean): void;
}

const ALONE: PageHandle = { staysOpen: false, markUnsaved: () => {}, markFinished: () => {} };

const OpenPageContext = createContext<PageHandle>(ALONE);
export const OpenPageProvider = OpenPageContext.Provider;

/** The open page around the component. Outside of one, a handle that does nothing. */
export function useOpenPage(): PageHandle {
  return useContext(OpenPageContext);
}

/** Reports unsaved changes to the page. No cleanup, because a hidden page keeps them. */
export function useUnsaved(isUnsaved: boolean): void {
  const { markUnsaved } = useOpenPage();
  useEffect(() => markUnsaved(isUnsaved), [markUnsaved, isUnsaved]);
}
