const KEY = 'token';

/** The session's token, where react-admin's documentation keeps it. */
export const token = {
  get: () => localStorage.getItem(KEY),
  set: (value: string) => localStorage.setItem(KEY, value),
  remove: () => localStorage.removeItem(KEY),
};
