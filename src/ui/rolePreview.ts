import { useGetIdentity } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { MENU_TREE_KEY } from '#console/api/menuVersion.ts';

/** True while the user views the console as another role, which blocks changes. */
export function useIsPreview(): boolean {
  return Boolean(useGetIdentity().identity?.['preview']);
}

/**
 * Returns a function that reloads the console after the user's permissions have changed, with a new menu and without
 * data read before.
 */
export function useReopenConsole(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    // The page starts with the stored menu, which this replaces.
    await queryClient.refetchQueries({ queryKey: MENU_TREE_KEY });
    window.location.assign('/');
  };
}
