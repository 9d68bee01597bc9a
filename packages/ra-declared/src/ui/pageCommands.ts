import type { SvgIcon } from '@mui/material';
import { useEffect } from 'react';
import { useEvent } from 'react-admin';

/** An action of the visible page. */
interface Command {
  label: string;
  Icon: typeof SvgIcon;
  run(): void;
}

const offered = new Set<Command>();

/** The actions that the palette offers at the moment it is opened. */
export const pageCommands = (): readonly Command[] => [...offered];

/**
 * Offers an action in the palette while the page is visible.
 *
 * @param label the action's name, or null to offer nothing
 */
export function usePageCommand(label: string | null, Icon: Command['Icon'], onRun: () => void): void {
  const run = useEvent(onRun);
  useEffect(() => {
    if (label === null) return undefined;
    const command = { label, Icon, run };
    offered.add(command);
    return () => void offered.delete(command);
  }, [label, Icon, run]);
}

/** One of several actions of a page, see `usePageCommand`. */
export function PageCommand({ label, Icon, run }: Command): null {
  usePageCommand(label, Icon, run);
  return null;
}
