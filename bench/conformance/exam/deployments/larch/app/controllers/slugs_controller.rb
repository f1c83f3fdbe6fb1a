class SlugsController < ApplicationController
  skip_before_action :authenticate!, only: :create

  def create
    text = body_params(name: :string)[:name]
    raise Errors::Invalid.new(:name, "can't be blank") if text.blank?
    base = text.parameterize.first(40).gsub(/[^a-z0-9-]/, '').gsub(/-+/, '-').gsub(/\A-|-\z/, '').presence || "agent-#{SecureRandom.hex(3)}"
    slug = base
    slug = "#{base}-#{SecureRandom.hex(2)}" while taken?(slug)
    render json: { slug: slug }
  end

  def show
    slug = query(:slug)
    raise Errors::Invalid.new(:slug, "can't be blank") if slug.blank?
    free = /\A[a-z0-9]+(-[a-z0-9]+)*\z/.match?(slug) && slug.length <= 60
    scope = Agent.kept.where(vanity_slug: slug)
    scope = scope.where(user_id: current_user.id) if bug?('slug-availability-own-only')
    render json: { slug: slug, available: free && !scope.exists? }
  end

  private

  def taken?(slug)
    Agent.kept.where(vanity_slug: slug).exists?
  end
end
