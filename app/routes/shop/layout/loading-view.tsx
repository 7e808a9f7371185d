import "./loading.css";

/** The place of a guarded page until it is known who is there. */
export function LoadingView() {
  return (
    <div className="container loading" aria-busy="true">
      <p className="loading__text display" role="status">
        Loading...
      </p>
      <div className="card loading__rows" aria-hidden="true">
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="loading__row">
            <span className="skeleton skeleton--art" />
            <span className="skeleton" />
            <span className="skeleton skeleton--short" />
          </div>
        ))}
      </div>
    </div>
  );
}
