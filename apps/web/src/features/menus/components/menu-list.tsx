/** Sibling entries of the tree: each with its drag handle, name and actions. */
import { EditOutlined, EyeInvisibleOutlined, EyeOutlined, HolderOutlined } from '@ant-design/icons';
import type { ArrangedNode } from '@busbar/domain/access/menu/menu-arrangement';
import { Button, Tooltip } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReorder } from '../../../lib/use-reorder.ts';
import { useMenuName } from '../use-menu-name.ts';

export interface MenuListActions {
  onMove: (parent: string | undefined, node: ArrangedNode, place: number, count: number) => void;
  onHide: (node: ArrangedNode, hidden: boolean) => void;
  onRename: (node: ArrangedNode) => void;
}

interface MenuListProps extends MenuListActions {
  nodes: readonly ArrangedNode[];
  /** Parent group of the entries; undefined at the top level. */
  parent?: ArrangedNode;
}

export function MenuList({ nodes, parent, ...actions }: MenuListProps) {
  const { t } = useTranslation('menus');
  const { shown, usual } = useMenuName();
  const list = useRef<HTMLUListElement>(null);
  const { held, onKey, onGrab } = useReorder(list, nodes, (node, place) =>
    actions.onMove(parent?.key, node, place, nodes.length),
  );
  return (
    <ul
      ref={list}
      className="menu-list"
      aria-label={parent === undefined ? t('menus:entries') : shown(parent)}
    >
      {nodes.map((node) => {
        const name = shown(node);
        return (
          <li key={node.key} data-held={held?.key === node.key} data-hidden={node.hidden}>
            <div className="menu-list__row line">
              <button
                type="button"
                className="menu-list__handle plain-button muted"
                aria-label={t('menus:move', { name })}
                title={t('menus:move-how')}
                onKeyDown={(event) => onKey(node, event)}
                onPointerDown={(event) => onGrab(node, event)}
              >
                <HolderOutlined aria-hidden />
              </button>
              <span className="row gap-text breakable grow">
                <bdi>{name}</bdi>
                {name !== usual(node) && (
                  <span className="hint">{t('menus:usual', { name: usual(node) })}</span>
                )}
                {node.hidden && (
                  <span className="hint">
                    <EyeInvisibleOutlined aria-hidden /> {t('menus:hidden')}
                  </span>
                )}
              </span>
              <Tooltip title={t('menus:rename', { name })}>
                <Button
                  type="text"
                  icon={<EditOutlined aria-hidden />}
                  aria-label={t('menus:rename', { name })}
                  onClick={() => actions.onRename(node)}
                />
              </Tooltip>
              <HideButton node={node} name={name} onHide={actions.onHide} />
            </div>
            {node.children.length > 0 && (
              <MenuList nodes={node.children} parent={node} {...actions} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface HideButtonProps extends Pick<MenuListActions, 'onHide'> {
  node: ArrangedNode;
  name: string;
}

function HideButton({ node, name, onHide }: HideButtonProps) {
  const { t } = useTranslation('menus');
  const label = node.isFixed
    ? t('menus:kept', { name })
    : t(node.hidden ? 'menus:show' : 'menus:hide', { name });
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        icon={node.hidden ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
        aria-label={label}
        disabled={node.isFixed}
        onClick={() => onHide(node, !node.hidden)}
      />
    </Tooltip>
  );
}
