CREATE TABLE "sign_in_places" (
	"user_id" text NOT NULL,
	"digest" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_places_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "greeted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_places" ADD CONSTRAINT "sign_in_places_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;