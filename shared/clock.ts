/** Source of the current time. Tests advance it by hand. */
export interface Clock {
  now(): Date;
}
