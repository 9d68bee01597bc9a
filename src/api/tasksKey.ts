/** Query key of the user's tasks. */
export const TASKS_KEY = ['tasks'];
