import { memo } from 'react';

import type { OpenTab } from './openTabs.ts';
import { Mark, Tab, TabTitle } from './tabStyles.ts';

interface PageTabProps extends Omit<OpenTab, 'address'> {
  isActive: boolean;
  /** The one tab that the Tab key stops at; arrows lead to the others. */
  isStop: boolean;
  /** Id of the words that say that something is not saved. */
  unsavedId: string;
  onOpen(path: string): void;
}

export const PageTab = memo(function PageTab(props: PageTabProps) {
  const { path, title, isPinned, isUnsaved, isActive, isStop, unsavedId, onOpen } = props;
  return (
    <Tab
      type="button"
      role="tab"
      title={title}
      data-path={path}
      data-pinned={isPinned ? '' : undefined}
      aria-selected={isActive}
      aria-describedby={isUnsaved ? unsavedId : undefined}
      aria-keyshortcuts={isPinned ? undefined : 'Delete'}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onOpen(path)}
    >
      {isUnsaved && <Mark aria-hidden />}
      <TabTitle>{title}</TabTitle>
    </Tab>
  );
});
