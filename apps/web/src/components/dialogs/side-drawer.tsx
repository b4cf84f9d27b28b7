import { Drawer, type DrawerProps } from 'antd';
import { useEffect, useRef } from 'react';
import { useLanguage } from '../../i18n/use-language.ts';

/** Drawer with details next to a list, whose scroll position is unchanged (docs/design.md 4.6). */
export function SideDrawer({ children, ...props }: DrawerProps) {
  const { direction } = useLanguage();
  return (
    <Drawer destroyOnHidden placement={direction === 'rtl' ? 'left' : 'right'} {...props}>
      {children}
      <BodyScroll />
    </Drawer>
  );
}

/**
 * Makes the body of the drawer focusable while its content is taller than the body, because a
 * drawer without controls could not be scrolled by keyboard otherwise (WCAG 2.1.1).
 */
function BodyScroll() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const body = mark.current?.closest('.ant-drawer-body');
    if (body == null) return;
    const update = () => {
      if (body.scrollHeight > body.clientHeight) body.setAttribute('tabindex', '0');
      else body.removeAttribute('tabindex');
    };
    update();
    // The size of the body does not change with its content, which may load later.
    const content = new MutationObserver(update);
    content.observe(body, { childList: true, subtree: true, characterData: true });
    const size = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(update);
    size?.observe(body);
    return () => {
      content.disconnect();
      size?.disconnect();
    };
  }, []);
  return <span ref={mark} hidden />;
}
