type NoticeTime = 'normal' | 'long' | 'stay';

let noticeTime: NoticeTime = 'normal';

/** How long notices stay from now on. */
export function setNoticeTime(time: NoticeTime): void {
  noticeTime = time;
}

/** After how many milliseconds a notice closes by itself. @param normal what its text takes to read */
export function noticeMs(normal: number): number | false {
  if (noticeTime === 'stay') return false;
  return noticeTime === 'long' ? Math.max(normal, 30_000) : normal;
}
