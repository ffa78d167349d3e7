import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon';

interface Props {
  /** Changes when another picture is wanted. */
  subject: string;
  picture(): Promise<string | null>;
}

/** A small picture, made when it comes into sight. What cannot be drawn is a plain sign. */
export function Thumbnail({ subject, picture }: Props) {
  const element = useRef<HTMLSpanElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    setAddress(null);
    const observer = new IntersectionObserver(async (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      const made = await picture();
      if (isWanted) setAddress(made);
    });
    observer.observe(element.current!);
    return () => {
      isWanted = false;
      observer.disconnect();
    };
  }, [subject]);
  return (
    <span ref={element} class="thumbnail">
      {address ? <img src={address} alt="" /> : <Icon name="piece" />}
    </span>
  );
}
