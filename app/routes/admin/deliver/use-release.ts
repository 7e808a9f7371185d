import { useEffect, useRef } from "react";
import { href } from "react-router";

export interface Release {
  /** An order was taken, so that leaving has something to release. */
  noteTaken: () => void;
  /** Keeps the orders taken, since the panel of one is being opened. */
  keep: () => void;
}

/** Releases the taken orders when the screen is left or the tab is closed. */
export function useRelease(): Release {
  const isTaken = useRef(false);
  useEffect(() => {
    const release = () => {
      if (!isTaken.current) return;
      isTaken.current = false;
      // A data request, which renders no page. It is sent even while the tab closes.
      navigator.sendBeacon(
        `${href("/admin/deliver")}.data`,
        new URLSearchParams({ intent: "release" }),
      );
    };
    window.addEventListener("pagehide", release);
    return () => {
      window.removeEventListener("pagehide", release);
      release();
    };
  }, []);
  return {
    noteTaken: () => {
      isTaken.current = true;
    },
    keep: () => {
      isTaken.current = false;
    },
  };
}
