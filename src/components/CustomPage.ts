import type { ReactNode } from 'react';
import type { ResourceView } from '#console/views/ResourceView.ts';

interface CustomPageProps {
  view: ResourceView;
  /** The record of a record page or of an existing record's form. */
  id?: string;
}

/** Stands for a whole list, form or record page. */
export type CustomPage = (props: CustomPageProps) => ReactNode;
