import { InboxOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** Reason for the empty state. */
  body?: ReactNode;
  /** Button or link for the next step of the user. */
  action?: ReactNode;
}

/** Empty state with its reason and the next step (docs/design.md 4.4). */
export function EmptyState({ title, body, action }: EmptyStateProps) {
  return (
    <div className="state" role="status">
      <InboxOutlined className="state-icon" aria-hidden="true" />
      <p className="state-title">{title}</p>
      {body !== undefined && <div className="state-body">{body}</div>}
      {action !== undefined && <div className="state-action">{action}</div>}
    </div>
  );
}
