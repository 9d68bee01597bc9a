/** Where the time comes from; tests move it by hand. */
export interface Clock {
  now(): Date;
}
