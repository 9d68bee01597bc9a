import { useQueryClient } from '@tanstack/react-query';
import { MENU_TREE_KEY } from '#console/api/menuVersion.ts';

/** Begins the console anew for other rights: with their menu, and nothing in memory that was read with those before. */
export function useReopenConsole(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    // The page begins with the menu that is kept, which this replaces.
    await queryClient.refetchQueries({ queryKey: MENU_TREE_KEY });
    window.location.assign('/');
  };
}
