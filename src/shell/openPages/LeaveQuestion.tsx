import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { reactRouterProvider, type RouterBlocker, type RouterBlockerFunction, type RouterProvider } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useOpenPage, useUnsaved } from '@merchant-console/ra-declared/internal';

interface Question {
  onStay(): void;
  onLeave(): void;
}

interface Asking {
  /** Shows the question, or closes it if null. */
  ask(question: Question | null): void;
  /** True while a navigation runs to which the user has already agreed. */
  isAgreed(): boolean;
}

const AskingContext = createContext<Asking>({ ask: () => {}, isAgreed: () => false });
export const LeaveQuestionProvider = AskingContext.Provider;

export type LeaveQuestion = ReturnType<typeof useLeaveQuestion>;

/** The question before a react-admin form with unsaved changes is left. `asking` is for `LeaveQuestionProvider`. */
export function useLeaveQuestion() {
  const [question, ask] = useState<Question | null>(null);
  const isAgreed = useRef(false);
  const asking = useMemo<Asking>(() => ({ ask, isAgreed: () => isAgreed.current }), []);
  return {
    question,
    asking,
    /** Calls `go`. Its navigation isn't asked about. */
    unasked(go: () => void): void {
      isAgreed.current = true;
      go();
      isAgreed.current = false;
    },
  };
}

/** No part of a form. */
const ELSEWHERE = { pathname: '', search: '', hash: '' };
const NOT_BLOCKED: RouterBlocker = { state: 'unblocked', reset: undefined, proceed: undefined, location: undefined };

/**
 * Asks with the console's dialog before a form with `warnWhenUnsavedChanges` is left, and tells the page's tab that it has
 * unsaved changes. react-admin's `useWarnWhenUnsavedChanges`, which decides what is unsaved, would ask by
 * `window.confirm`, so it never learns that the navigation is blocked.
 */
function useAskingBlocker(shouldBlock: RouterBlockerFunction | boolean): RouterBlocker {
  const { ask, isAgreed } = use(AskingContext);
  const { markUnsaved, markFinished } = useOpenPage();
  const currentLocation = useLocation();
  const blocks: RouterBlockerFunction = (step) => (typeof shouldBlock === 'function' ? shouldBlock(step) : shouldBlock);
  const isUnsaved = blocks({ currentLocation, nextLocation: ELSEWHERE, historyAction: 'PUSH' });
  useUnsaved(isUnsaved);
  const blocker = reactRouterProvider.useBlocker((step) => !isAgreed() && blocks(step));
  const isBlocked = blocker.state === 'blocked';

  const stay = useEffectEvent(() => {
    blocker.reset?.();
    markFinished(false);
  });
  const leave = useEffectEvent(() => {
    // react-admin's form drops its changes when the page is shown again.
    markUnsaved(false);
    blocker.proceed?.();
  });
  useEffect(() => {
    if (!isBlocked) return undefined;
    // Saved or deleted: react-admin navigates a moment before its form says so.
    if (!isUnsaved) {
      leave();
      return undefined;
    }
    const soon = setTimeout(() => ask({ onStay: () => stay(), onLeave: () => leave() }));
    return () => {
      clearTimeout(soon);
      ask(null);
    };
  }, [isBlocked, isUnsaved, ask]);
  return NOT_BLOCKED;
}

/** react-admin's routing with react-router, except for the question before unsaved changes are lost. */
export const routerProvider: RouterProvider = { ...reactRouterProvider, useBlocker: useAskingBlocker };
