import type { CustomPage } from '../CustomPage.ts';
import { BackLink } from '#console/views/record/BackLink.tsx';
import { NotFound } from '#console/views/state/NotFound.tsx';
import { BatchView } from './BatchView.tsx';

/** A batch below its list. */
export const BatchRecordPage: CustomPage = ({ view: { basePath, title }, id }) =>
  id === undefined ? (
    <NotFound />
  ) : (
    <BatchView key={id} id={id} title={title} back={<BackLink {...{ basePath, title }} />} />
  );
