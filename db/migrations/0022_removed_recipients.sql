CREATE TABLE "removed_recipients" (
	"user_id" text NOT NULL,
	"tiktok_username" text NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "removed_recipients_user_id_tiktok_username_pk" PRIMARY KEY("user_id","tiktok_username")
);
--> statement-breakpoint
ALTER TABLE "removed_recipients" ADD CONSTRAINT "removed_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;