import Close from '@mui/icons-material/Close';
import { memo } from 'react';
import { useTranslate } from 'react-admin';
import { CloseButton } from './tabStyles.ts';

interface CloseTabProps {
  path: string;
  /** Of the strip, from 1. */
  column: number;
  title: string;
  onClose(path: string): void;
}

/**
 * Lies on its tab's end. It is no part of the tab, which may hold nothing to press; with the keyboard it is the tab that
 * one is on, and Delete.
 */
export const CloseTab = memo(function CloseTab({ path, column, title, onClose }: CloseTabProps) {
  const translate = useTranslate();
  return (
    <CloseButton
      type="button"
      tabIndex={-1}
      data-path={path}
      aria-label={translate('shell.close_page', { title })}
      style={{ gridColumn: column }}
      onClick={() => onClose(path)}
    >
      <Close />
    </CloseButton>
  );
});
